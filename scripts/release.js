// Makes what a release needs beside its archives. This script uses nothing but Node, so that no other package runs
// where a release is put together.
//   node scripts/release.js check v0.1.0 owner/confere   says what in the files does not fit the tag and the repository
//   node scripts/release.js list out owner/confere       writes SHA256SUMS, a Homebrew formula and a Scoop manifest
//   node scripts/release.js notes                        prints the part of CHANGELOG.md about the version
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const read = (name) => readFileSync(fileURLToPath(new URL(`../${name}`, import.meta.url)), 'utf8');

/**
 * Returns a sentence for each version, name or address in `files` (the texts of four files) that does not fit this tag
 * and repository.
 */
export function findComplaints(files, tag, repository) {
  const [manifest, server] = [JSON.parse(files.manifest), JSON.parse(files.server)];
  const { version } = manifest;
  const [{ version: packageVersion } = {}] = server.packages;
  const name = `io.github.${repository}`;
  const checks = {
    [`package.json has version ${version}, the tag is ${tag}`]: tag === `v${version}`,
    [`server.json has another version than package.json`]:
      server.version === version && packageVersion === version,
    [`CHANGELOG.md has no date for ${version}`]: new RegExp(
      `^## \\[${version}\\] – \\d{4}-\\d\\d-\\d\\d$`,
      'm',
    ).test(files.changelog),
    [`package.json does not have the repository ${buildRepositoryUrl(repository)}`]:
      manifest.repository?.url === `git+${buildRepositoryUrl(repository)}.git`,
    [`package.json and server.json do not have the name ${name}`]:
      manifest.mcpName === name && server.name === name,
    [`SECURITY.md does not name ${buildRepositoryUrl(repository)}`]: files.security.includes(
      buildRepositoryUrl(repository),
    ),
  };
  return Object.keys(checks).filter((sentence) => !checks[sentence]);
}

const buildRepositoryUrl = (repository) => `https://github.com/${repository}`;

/** Writes checksums, formula and manifest for the archives of a folder. @throws if an archive is missing */
export function writeLists(folder, repository, { version, description }) {
  const names = readdirSync(folder)
    .filter((name) => /\.(tgz|tar\.gz|zip)$/.test(name))
    .sort();
  const sums = new Map(names.map((name) => [name, computeSum(join(folder, name))]));
  const base = `${buildRepositoryUrl(repository)}/releases/download`;
  const release = { version, description, repository, base };
  const findArchive = (name) => {
    const sum = sums.get(name);
    if (sum === undefined) throw new Error(`${folder} has no ${name}`);
    return { url: `${base}/v${version}/${name}`, sum };
  };
  const lines = names.map((name) => `${sums.get(name)}  ${name}\n`);
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''));
  writeFileSync(join(folder, 'confere.rb'), writeFormula(release, findArchive));
  writeFileSync(join(folder, 'confere.json'), writeScoopManifest(release, findArchive));
}

const computeSum = (path) => createHash('sha256').update(readFileSync(path)).digest('hex');

/**
 * Writes the formula for Homebrew, which unpacks an archive and installs from its folder. Homebrew reads the version from
 * the address, and refuses a formula that names it again.
 */
function writeFormula({ repository }, findArchive) {
  const writeSource = (platform, indent) => {
    const { url, sum } = findArchive(`confere-${platform}.tar.gz`);
    return [`url "${url}"`, `sha256 "${sum}"`].map((line) => `${indent}${line}`).join('\n');
  };
  return `class Confere < Formula
  desc "CPF and CNPJ lookups of a paid Brazilian service"
  homepage "${buildRepositoryUrl(repository)}"
  license "MIT"

  on_macos do
    depends_on arch: :arm64
${writeSource('darwin-arm64', '    ')}
  end

  on_linux do
    on_arm do
${writeSource('linux-arm64', '      ')}
    end
    on_intel do
${writeSource('linux-x64', '      ')}
    end
  end

  def install
    bin.install "confere"
    prefix.install "LICENSE", "NODE-LICENSE", "THIRD-PARTY-LICENSES", "sbom.cdx.json"
    generate_completions_from_executable(bin/"confere", "completion")
  end

  test do
    assert_match '"status":"found"', shell_output("#{bin}/confere --sandbox cpf 529.982.247-25 --json")
  end
end
`;
}

/** Writes the manifest for Scoop, which finds later versions by the releases of the repository. */
function writeScoopManifest({ version, description, repository, base }, findArchive) {
  const name = 'confere-win-x64';
  const { url, sum } = findArchive(`${name}.zip`);
  const manifest = {
    version,
    description,
    homepage: buildRepositoryUrl(repository),
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
function selectNotes(changelog, version) {
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
  if (task === 'notes') console.log(selectNotes(files.changelog, manifest.version));
  if (task !== 'check') return;
  const complaints = findComplaints(files, ...args);
  for (const complaint of complaints) console.error(`${complaint}; RELEASING.md says how.`);
  if (complaints.length > 0) process.exitCode = 1;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) run(process.argv.slice(2));
