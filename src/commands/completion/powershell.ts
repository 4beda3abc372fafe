/** The script of `confere completion powershell`; it calls `confere __complete` at every Tab. */
export const powershell = `# PowerShell completion for confere

Register-ArgumentCompleter -Native -CommandName confere -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
        Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
    # An empty word is lost on its way to a program before PowerShell 7.3, and -- without quotes always.
    $empty = if ($PSVersionTable.PSVersion -lt [version]'7.3') { '""' } else { '' }
    $current = if ($wordToComplete) { $wordToComplete } else { $empty }
    $lines = @(confere __complete '--' @words $current 2>$null)
    if ($lines.Count -eq 0) { return }
    $directive = $lines[-1]
    if ($directive -eq ':files' -or $directive -eq ':folders') {
        $start = if ($wordToComplete -match '^(--[^=]+=)') { $Matches[1] } else { '' }
        $rest = $wordToComplete.Substring($start.Length)
        Get-ChildItem -Path "$rest*" -Directory:($directive -eq ':folders') -ErrorAction SilentlyContinue |
            ForEach-Object {
                $path = $start + (Resolve-Path -LiteralPath $_.FullName -Relative)
                if ($path -match '[\\s,]') { $path = "'$path'" }
                [System.Management.Automation.CompletionResult]::new($path, $_.Name, 'ProviderItem', $_.Name)
            }
        return
    }
    foreach ($line in ($lines | Select-Object -SkipLast 1)) {
        $value, $about = $line -split "\`t", 2
        if (-not $about) { $about = $value }
        # A comma outside of quotes would make two words of a list.
        $text = if ($value -match '[\\s,]') { "'$value'" } else { $value }
        [System.Management.Automation.CompletionResult]::new($text, $value, 'ParameterValue', $about)
    }
}
`;
