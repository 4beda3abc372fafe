/** The script of `confere completion fish`; it calls `confere __complete` at every Tab. */
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
            printf '%s\\n' "$start"(__fish_complete_path "$rest")
        case :folders
            printf '%s\\n' "$start"(__fish_complete_directories "$rest")
        case '*'
            set -q lines[1]; and printf '%s\\n' $lines
    end
end

complete -c confere -f -a '(__confere_complete)'
`;
