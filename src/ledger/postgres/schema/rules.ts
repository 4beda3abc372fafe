import { transitions, type JobState } from '../../job-states.js';

/** SQL that refuses every change of a job that its states do not allow, and the removal of one that was sent. */
export const RULES = `
CREATE FUNCTION refuse_transition() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN RAISE EXCEPTION 'a job cannot go from this state to that one'; END $$;
${transitionTrigger()}
CREATE FUNCTION refuse_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (SELECT 1 FROM batches WHERE num = OLD.batch) THEN
      RAISE EXCEPTION 'only a planned job can be dropped';
    END IF;
    RETURN OLD;
  END $$;
CREATE TRIGGER job_deletion BEFORE DELETE ON jobs FOR EACH ROW
  WHEN (OLD.state <> 'planned') EXECUTE FUNCTION refuse_deletion();`;

/** The states of a job, and those that may follow each, as they are now. */
export const NEW_STATES = `DROP TRIGGER job_transitions ON jobs; ${transitionTrigger()}`;

function transitionTrigger(): string {
  return `CREATE TRIGGER job_transitions BEFORE UPDATE OF state ON jobs FOR EACH ROW
  WHEN (OLD.state <> NEW.state AND OLD.state || ' ' || NEW.state NOT IN (PAIRS))
  EXECUTE FUNCTION refuse_transition();`.replace('PAIRS', allowed());
}

function allowed(): string {
  const states = Object.keys(transitions) as JobState[];
  const pairs = states.flatMap((from) => transitions[from].map((to) => `'${from} ${to}'`));
  return pairs.join(', ');
}
