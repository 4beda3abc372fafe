# Looks up every new file of a folder once, and writes the results beside the files. register-task.ps1 has Windows run it every hour.
#
# When a file has its result, its checksum and name are added to <folder>\.confere-done. The next run continues an
# unfinished file, and nothing is paid for twice. The exit code is the most serious one of confere; `confere help exit-codes` lists them.
# Where confere is: the executable, or the confere.cmd of npm. SYSTEM does not see the PATH of a user.
$confere = 'C:\confere\confere.exe'
$folder = 'C:\confere\inbox'
$options = '--max-credits', '1000', '--deadline', '50m'

# Settings and ledger. Without it each user, and SYSTEM too, has a ledger of its own: what one has paid for, another pays for again.
$env:CONFERE_HOME = 'C:\ProgramData\confere'
$env:CONFERE_BASE_URL = 'https://service.example'
$env:CONFERE_API_KEY_FILE = 'C:\ProgramData\confere\key'

# Names of files go into the log: a line each, and no CPF.
function Hide-Cpf($text) {
  $between = '[^0-9A-Za-z]{0,3}'
  $cpf = "0{0,3}[0-9]{3}${between}[0-9]{3}${between}[0-9]{3}${between}[0-9]{2}"
  $text -replace '[\x00-\x1f\x7f]', '?' -replace "(?<![0-9])$cpf(?![0-9])", '***'
}

$ErrorActionPreference = 'Continue'
if (-not (Test-Path -LiteralPath $confere)) { Write-Error "$confere is not there"; exit 2 }
[Console]::OutputEncoding = New-Object System.Text.UTF8Encoding
$log = Join-Path $folder 'confere.log'
$list = Join-Path $folder '.confere-done'
$known = if (Test-Path -LiteralPath $list) { @(Get-Content -LiteralPath $list -Encoding UTF8) } else { @() }
$codes = @()

$inputs = Get-ChildItem -LiteralPath $folder -File | Where-Object {
  $_.Name -notlike '*.confere.*' -and '.csv', '.tsv', '.txt', '.xlsx', '.gz' -contains $_.Extension
}
foreach ($file in $inputs) {
  $line = '{0} {1}' -f (Get-FileHash -LiteralPath $file.FullName -Algorithm SHA256).Hash, $file.Name
  if ($known -contains $line) { continue }
  # What confere says of errors and progress comes as error records, the summary as text.
  $said = & $confere bulk run $file.FullName --json --quiet --no-input @options 2>&1
  $code = $LASTEXITCODE
  $codes += $code
  $errors = ($said | Where-Object { $_ -is [System.Management.Automation.ErrorRecord] }) -join ' '
  $summary = $said | Where-Object { $_ -is [string] } | Select-Object -Last 1 | ConvertFrom-Json
  $result = if ($summary) { '{0} rows, {1} found, {2} credits; {3}' -f $summary.rows, $summary.found, $summary.credits.now, (Hide-Cpf $summary.output) }
  Add-Content -LiteralPath $log -Encoding UTF8 -Value ('{0:s} {1}: exit code {2}; {3} {4}' -f (Get-Date), (Hide-Cpf $file.Name), $code, $result, $errors)
  # 3: some rows have no answer. Everything else is continued by the next run.
  if (0, 3 -contains $code -and $summary.output) { Add-Content -LiteralPath $list -Encoding UTF8 -Value $line }
  # The other files would fail in the same way.
  if (0, 2, 3, 7, 8, 10, 11 -notcontains $code) { break }
}

# 8 and 11 resolve themselves at the next run, so they count as success.
foreach ($code in 10, 7, 4, 6, 5, 2, 3) { if ($codes -contains $code) { exit $code } }
if ($codes | Where-Object { 0, 8, 11 -notcontains $_ }) { exit 1 }
exit 0
