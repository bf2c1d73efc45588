import Glibc

exit(Inspector.run(CommandLine.arguments))
