# Run once as administrator: has the Task Scheduler run confere-folder.ps1 every hour as SYSTEM, also when nobody is logged in.
# First edit the paths, the service and the limit in confere-folder.ps1, and copy it to C:\confere.
$ErrorActionPreference = 'Stop'
$state = 'C:\ProgramData\confere'
$script = 'C:\confere\confere-folder.ps1'

# Key, settings and ledger hold personal data: only SYSTEM and administrators may read them.
New-Item -ItemType Directory -Force -Path $state | Out-Null
icacls $state /inheritance:r /grant:r '*S-1-5-18:(OI)(CI)F' '*S-1-5-32-544:(OI)(CI)F' | Out-Null

$action = New-ScheduledTaskAction -Execute 'powershell.exe' -Argument "-NoProfile -ExecutionPolicy Bypass -File `"$script`""
$trigger = New-ScheduledTaskTrigger -Once -At '00:30' -RepetitionInterval (New-TimeSpan -Hours 1)
$settings = New-ScheduledTaskSettingsSet -StartWhenAvailable -RunOnlyIfNetworkAvailable -MultipleInstances IgnoreNew `
  -ExecutionTimeLimit (New-TimeSpan -Hours 2)
Register-ScheduledTask -TaskName 'confere' -Action $action -Trigger $trigger -Settings $settings -User 'SYSTEM' -Force
