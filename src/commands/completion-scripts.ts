/** The scripts of `confere completion <shell>`. */

export const bash = `# bash completion for confere

_confere() {
  local line=\${COMP_LINE:0:COMP_POINT} rest word prefix='' directive count i
  local -a words=() lines=()

  # bash also cuts words at = and :, so pieces without a blank between them are joined again.
  for ((i = 0; i <= COMP_CWORD; i++)); do
    rest=\${line#"\${line%%[![:space:]]*}"}
    word=\${COMP_WORDS[i]}
    if ((i == COMP_CWORD)); then word=$rest; fi
    if ((\${#words[@]} > 0)) && [[ $rest == "$line" ]]; then
      words[\${#words[@]} - 1]+=$word
    else
      words+=("$word")
    fi
    line=\${rest#"$word"}
  done
  word=\${words[\${#words[@]} - 1]}
  if [[ $word == *[=:]* && $COMP_WORDBREAKS == *[=:]* ]]; then
    prefix=\${word%"\${word##*[=:]}"}
  fi

  while IFS= read -r line; do
    lines+=("$line")
  done < <(confere __complete -- "\${words[@]:1}" 2>/dev/null </dev/null)
  count=\${#lines[@]}
  COMPREPLY=()
  ((count > 0)) || return 0
  for ((i = 0; i < count - 1; i++)); do
    line=\${lines[i]%%$'\\t'*}
    COMPREPLY+=("\${line#"$prefix"}")
  done

  # The bash of macOS has no compopt; names of files are offered there.
  type compopt >/dev/null 2>&1 || return 0
  directive=\${lines[count - 1]}
  case $directive in
    :files) ;;
    :folders) compopt +o default -o dirnames ;;
    *) compopt +o default ;;
  esac
}

complete -o default -F _confere confere
`;

export const zsh = `#compdef confere
# zsh completion for confere

_confere() {
  local -a lines described
  local directive line value

  lines=("\${(@f)$(confere __complete -- "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2>/dev/null </dev/null)}")
  directive=$lines[-1]
  lines[-1]=()
  for line in "\${(@)lines}"; do
    value=\${line%%$'\\t'*}
    if [[ $line == *$'\\t'* ]]; then
      described+=("\${value//:/\\\\:}:\${line#*$'\\t'}")
    else
      described+=("\${value//:/\\\\:}")
    fi
  done

  case $directive in
    :files | :folders)
      if [[ $PREFIX == --*=* ]]; then compset -P '*='; fi
      if [[ $directive == :files ]]; then _files; else _files -/; fi
      ;;
    *) _describe confere described ;;
  esac
}

if [[ $funcstack[1] == _confere ]]; then
  _confere "$@"
elif (( $+functions[compdef] )); then
  compdef _confere confere
fi
`;

export const fish = `# fish completion for confere

function __confere_complete
    set -l words (commandline -opc)
    set -e words[1]
    set -l current (commandline -ct)
    set -l lines (confere __complete -- $words "$current" 2>/dev/null </dev/null)
    set -q lines[1]; or return
    set -l directive $lines[-1]
    set -e lines[-1]
    set -l start (string match -r -- '^--[^=]+=' "$current")
    set -l rest (string replace -r -- '^--[^=]+=' '' "$current")
    switch "$directive"
        case :files
            # For an empty command fish completes names of files, and understands ~ and quotes.
            printf '%s\\n' "$start"(complete -C "'' $rest")
        case :folders
            printf '%s\\n' "$start"(__fish_complete_directories "$rest")
        case '*'
            set -q lines[1]; and printf '%s\\n' $lines
    end
end

complete -c confere -f -a '(__confere_complete)'
`;

export const powershell = `# PowerShell completion for confere

Register-ArgumentCompleter -Native -CommandName confere -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
        Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
    # Before PowerShell 7.3 an empty argument is lost; in every version -- is lost unless it is quoted.
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
                if ($path -match '\\s') { $path = "'$path'" }
                [System.Management.Automation.CompletionResult]::new($path, $_.Name, 'ProviderItem', $_.Name)
            }
        return
    }
    foreach ($line in ($lines | Select-Object -SkipLast 1)) {
        $value, $about = $line -split "\`t", 2
        if (-not $about) { $about = $value }
        [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $about)
    }
}
`;
