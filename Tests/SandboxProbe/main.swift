import Glibc

let words = CommandLine.arguments
exit(words.dropFirst().first == "deny" ? Container.run(words) : Probe.run(words))
