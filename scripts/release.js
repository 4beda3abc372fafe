// What a release needs beside its archives. It uses nothing but Node, so that no package of others runs where a release is put together.
//   node scripts/release.js check v0.1.0 owner/confere   says what in the files is not yet of this version and repository
//   node scripts/release.js list out owner/confere       writes SHA256SUMS, a Homebrew formula and a Scoop manifest into out
//   node scripts/release.js notes                        prints what CHANGELOG.md says of the version
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const read = (name) => readFileSync(fileURLToPath(new URL(`../${name}`, import.meta.url)), 'utf8');

/** Returns a sentence for each thing that is not of this tag and repository; `files` has the texts of four files. */
export function findComplaints(files, tag, repository) {
  const [manifest, server] = [JSON.parse(files.manifest), JSON.parse(files.server)];
  const { version } = manifest;
  const [{ version: ofPackage } = {}] = server.packages;
  const name = `io.github.${repository}`;
  const wanted = {
    [`package.json has version ${version}, the tag is ${tag}`]: tag === `v${version}`,
    [`server.json has another version than package.json`]:
      server.version === version && ofPackage === version,
    [`CHANGELOG.md has no date for ${version}`]: new RegExp(
      `^## \\[${version}\\] – \\d{4}-\\d\\d-\\d\\d$`,
      'm',
    ).test(files.changelog),
    [`package.json does not have the repository ${addressOf(repository)}`]:
      manifest.repository?.url === `git+${addressOf(repository)}.git`,
    [`package.json and server.json do not have the name ${name}`]:
      manifest.mcpName === name && server.name === name,
    [`SECURITY.md does not name ${addressOf(repository)}`]: files.security.includes(
      addressOf(repository),
    ),
  };
  return Object.keys(wanted).filter((sentence) => !wanted[sentence]);
}

const addressOf = (repository) => `https://github.com/${repository}`;

/** Writes the lists for the archives of a folder. @throws if one that they name is missing */
export function writeLists(folder, repository, { version, description }) {
  const names = readdirSync(folder)
    .filter((name) => /\.(tgz|tar\.gz|zip)$/.test(name))
    .sort();
  const sums = new Map(names.map((name) => [name, sumOf(join(folder, name))]));
  const base = `${addressOf(repository)}/releases/download`;
  const about = { version, description, repository, base };
  const archive = (name) => {
    const sum = sums.get(name);
    if (sum === undefined) throw new Error(`${folder} has no ${name}`);
    return { url: `${base}/v${version}/${name}`, sum };
  };
  const lines = names.map((name) => `${sums.get(name)}  ${name}\n`);
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''));
  writeFileSync(join(folder, 'confere.rb'), writeFormula(about, archive));
  writeFileSync(join(folder, 'confere.json'), writeManifest(about, archive));
}

const sumOf = (path) => createHash('sha256').update(readFileSync(path)).digest('hex');

/** For Homebrew, which unpacks an archive and is then in its folder. */
function writeFormula({ version, repository }, archive) {
  const source = (platform, indent) => {
    const { url, sum } = archive(`confere-${platform}.tar.gz`);
    return [`url "${url}"`, `sha256 "${sum}"`].map((line) => `${indent}${line}`).join('\n');
  };
  return `class Confere < Formula
  desc "CPF and CNPJ lookups of a paid Brazilian service"
  homepage "${addressOf(repository)}"
  version "${version}"
  license "MIT"

  on_macos do
    depends_on arch: :arm64
${source('darwin-arm64', '    ')}
  end

  on_linux do
    on_arm do
${source('linux-arm64', '      ')}
    end
    on_intel do
${source('linux-x64', '      ')}
    end
  end

  def install
    bin.install "confere"
    prefix.install "LICENSE", "NODE-LICENSE", "THIRD-PARTY-LICENSES", "sbom.cdx.json"
    generate_completions_from_executable(bin/"confere", "completion")
  end

  test do
    assert_match "found", shell_output("#{bin}/confere --sandbox cpf 529.982.247-25 --json")
  end
end
`;
}

/** For Scoop, which finds later versions by the releases of the repository. */
function writeManifest({ version, description, repository, base }, archive) {
  const name = 'confere-win-x64';
  const { url, sum } = archive(`${name}.zip`);
  const manifest = {
    version,
    description,
    homepage: addressOf(repository),
    license: 'MIT',
    architecture: { '64bit': { url, hash: sum, extract_dir: name } },
    bin: 'confere.exe',
    checkver: 'github',
    autoupdate: {
      architecture: { '64bit': { url: `${base}/v$version/${name}.zip` } },
      hash: { url: '$baseurl/SHA256SUMS' },
    },
  };
  return `${JSON.stringify(manifest, null, 4)}\n`;
}

/** Returns the part of the changelog about a version, without its heading. */
function notesOf(changelog, version) {
  const [, notes = ''] = changelog.split(new RegExp(`^## \\[${version}\\].*$`, 'm'));
  return notes.split(/^## /m)[0].trim();
}

function run([task, ...args]) {
  const files = {
    manifest: read('package.json'),
    server: read('server.json'),
    changelog: read('CHANGELOG.md'),
    security: read('SECURITY.md'),
  };
  const manifest = JSON.parse(files.manifest);
  if (task === 'list') writeLists(...args, manifest);
  if (task === 'notes') console.log(notesOf(files.changelog, manifest.version));
  if (task !== 'check') return;
  const complaints = findComplaints(files, ...args);
  for (const one of complaints) console.error(`${one}; RELEASING.md says how.`);
  if (complaints.length > 0) process.exitCode = 1;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) run(process.argv.slice(2));
