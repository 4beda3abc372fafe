/** The script of `confere completion bash`; it calls `confere __complete` at every Tab. */
export const bash = `# bash completion for confere

_confere() {
  local line=\${COMP_LINE:0:COMP_POINT} rest word prefix='' directive count i
  local -a words=() lines=()

  # bash cuts words at = and : as well; what follows without a blank is one word.
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
    :joined) compopt +o default -o nospace ;;
    *) compopt +o default ;;
  esac
}

complete -o default -F _confere confere
`;
