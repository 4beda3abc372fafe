/** The script of `confere completion zsh`; it calls `confere __complete` at every Tab. */
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
    :joined) _describe confere described -S '' ;;
    *) _describe confere described ;;
  esac
}

if [[ $funcstack[1] == _confere ]]; then
  _confere "$@"
elif (( $+functions[compdef] )); then
  compdef _confere confere
fi
`;
