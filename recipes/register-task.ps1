# Has the Task Scheduler run confere-folder.ps1, beside this file, every hour. First edit the limit there.
#   .\register-task.ps1          as yourself, without an administrator: while you are logged in, with the key of 'confere auth login'
#   .\register-task.ps1 -System  once as administrator: as SYSTEM, also when nobody is logged in; both files are in C:\confere
#
# Em portugues (sem acentos, para qualquer PowerShell):
# Faz o Agendador de Tarefas executar de hora em hora o confere-folder.ps1 que esta ao lado. Antes, ajuste nele o teto de gasto.
#   .\register-task.ps1          com o seu usuario, sem administrador: enquanto voce estiver conectado, com a chave de 'confere auth login'
#   .\register-task.ps1 -System  uma vez, como administrador: como SYSTEM, mesmo sem ninguem conectado; os dois arquivos ficam em C:\confere
param([switch]$System)
$ErrorActionPreference = 'Stop'
$script = if ($System) { 'C:\confere\confere-folder.ps1' } else { Join-Path $PSScriptRoot 'confere-folder.ps1' }

$action = New-ScheduledTaskAction -Execute 'powershell.exe' `
  -Argument "-NoProfile -WindowStyle Hidden -ExecutionPolicy Bypass -File `"$script`""
$trigger = New-ScheduledTaskTrigger -Once -At '00:30' -RepetitionInterval (New-TimeSpan -Hours 1)
$settings = New-ScheduledTaskSettingsSet -StartWhenAvailable -RunOnlyIfNetworkAvailable -MultipleInstances IgnoreNew `
  -ExecutionTimeLimit (New-TimeSpan -Hours 2)
if (-not $System) {
  Register-ScheduledTask -TaskName 'confere' -Action $action -Trigger $trigger -Settings $settings -Force
  exit
}

# Key, settings and ledger hold personal data: only SYSTEM and administrators may read them.
# Chave, configuracoes e historico tem dados pessoais: so o SYSTEM e os administradores podem ler.
$state = 'C:\ProgramData\confere'
New-Item -ItemType Directory -Force -Path $state | Out-Null
icacls $state /inheritance:r /grant:r '*S-1-5-18:(OI)(CI)F' '*S-1-5-32-544:(OI)(CI)F' | Out-Null
Register-ScheduledTask -TaskName 'confere' -Action $action -Trigger $trigger -Settings $settings -User 'SYSTEM' -Force
