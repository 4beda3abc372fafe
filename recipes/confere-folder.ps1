# Looks up every new file of a folder once, and writes the results beside the files. register-task.ps1 has Windows run it every hour.
#
# When a file has its result, its checksum and name are added to <folder>\.confere-done. The next run continues an
# unfinished file, and nothing is paid for twice. The exit code is the most serious one of confere; `confere help exit-codes` lists them.
#
# Em portugues (sem acentos, para qualquer PowerShell):
# Consulta uma vez cada arquivo novo de uma pasta e grava o resultado ao lado. O register-task.ps1 faz o Windows executar isto de hora em hora.
# Quando um arquivo tem o resultado, o nome e o codigo dele vao para <pasta>\.confere-done. A execucao seguinte continua o que nao terminou,
# e nada e pago duas vezes. O codigo de saida e o mais grave do confere; veja `confere help exit-codes`.

# Where confere is: the executable, or the confere.cmd of npm. SYSTEM does not see the PATH of a user.
# Onde esta o confere: o executavel, ou o confere.cmd do npm. O SYSTEM nao ve o PATH de um usuario.
$confere = Join-Path $PSScriptRoot 'confere.exe'
$folder = Join-Path $PSScriptRoot 'inbox'
$options = '--max-credits', '1000', '--deadline', '50m'

# A user has the key of `confere auth login`, and a ledger. SYSTEM has neither; ledgers do not share what is paid for.
# Um usuario tem a chave de `confere auth login` e um historico. O SYSTEM nao tem; um historico nao aproveita o que outro pagou.
if ([Security.Principal.WindowsIdentity]::GetCurrent().IsSystem) {
  $env:CONFERE_HOME = 'C:\ProgramData\confere'
  $env:CONFERE_BASE_URL = 'https://service.example'
  $env:CONFERE_API_KEY_FILE = 'C:\ProgramData\confere\key'
}

# Names of files go into the log: a line each, and no CPF.
# Os nomes dos arquivos vao para o log: uma linha cada um, sem CPF.
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
  # Erros e andamento do confere chegam como registros de erro; o resumo, como texto.
  $said = & $confere bulk run $file.FullName --json --quiet --no-input @options 2>&1
  $code = $LASTEXITCODE
  $codes += $code
  $errors = ($said | Where-Object { $_ -is [System.Management.Automation.ErrorRecord] }) -join ' '
  $summary = $said | Where-Object { $_ -is [string] } | Select-Object -Last 1 | ConvertFrom-Json
  $result = if ($summary) { '{0} rows, {1} found, {2} credits; {3}' -f $summary.rows, $summary.found, $summary.credits.now, (Hide-Cpf $summary.output) }
  Add-Content -LiteralPath $log -Encoding UTF8 -Value ('{0:s} {1}: exit code {2}; {3} {4}' -f (Get-Date), (Hide-Cpf $file.Name), $code, $result, $errors)
  # 3: some rows have no answer. Everything else is continued by the next run.
  # 3: algumas linhas ficaram sem resposta. O restante continua na execucao seguinte.
  if (0, 3 -contains $code -and $summary.output) { Add-Content -LiteralPath $list -Encoding UTF8 -Value $line }
  # The other files would fail in the same way.
  # Os outros arquivos falhariam do mesmo jeito.
  if (0, 2, 3, 7, 8, 10, 11 -notcontains $code) { break }
}

# 8 and 11 resolve themselves at the next run, so they count as success.
# 8 e 11 se resolvem na execucao seguinte; por isso contam como sucesso.
foreach ($code in 10, 7, 4, 6, 5, 2, 3) { if ($codes -contains $code) { exit $code } }
if ($codes | Where-Object { 0, 8, 11 -notcontains $_ }) { exit 1 }
exit 0
