import Glibc

exit(Inspector.run())
