"""What the sandbox promises, by number. A test carries `@pytest.mark.promise(NUMBER)` for each one
that it checks; test_promises.py sees to it that none is left without."""

PROMISES = {
    1: "Files of the host do not exist: the password file, home folders, the referee's folder, "
    "the folder of the other bot.",
    2: "Nothing but the temporary folders can be written, and no process of a bot is the host's "
    "root.",
    3: "A bot sees its own processes only and can signal no other.",
    4: "No process can be traced, nor its memory changed; that of the first one in the "
    "sandbox holds nothing of the referee.",
    5: "Environments and command lines hold neither secrets of the referee nor paths of the host.",
    6: "The standard streams are all that a bot inherits, and none is a file or a terminal.",
    7: "No listener of the host can be reached over the network, and there is no interface but an "
    "idle loopback.",
    8: "Abstract sockets of the host cannot be reached and are not listed.",
    9: "Sockets of other families than local and internet ones cannot be made.",
    10: "The socket of another bot cannot be seen.",
    11: "A bot cannot remove, replace or close off its own socket, and is served on it afterwards.",
    12: "No new namespace, mount or root can be had, by whichever system call.",
    13: "Risky interfaces of the kernel are closed, and so are calls newer than the filter and "
    "other calling conventions.",
    14: "Nothing can be typed into a terminal, whatever the upper half of the request holds.",
    15: "A bot that takes more memory than it may, in whatever way, is killed near the limit, "
    "which the verdict names.",
    16: "There is no memory that does not count: anonymous files, System V segments, temporary "
    "files, hundreds of thousands of empty ones.",
    17: "A fork bomb stops at the process limit, while host and other bot go on working.",
    18: "Processor time is counted over all processes, and a bot is killed near the limit.",
    19: "A flood of output costs the referee no memory, and the bot the match.",
    20: "A detached process that ignores every signal dies with its bot and with the referee, and "
    "leaves no zombie.",
    21: "A referee killed at any moment of its launches leaves no process, group or socket.",
    22: "A bot that calls off its death signal dies with the referee all the same.",
    23: "Abuse of the line to the referee bounds its memory and delays nobody: only that bot "
    "forfeits.",
    24: "Two bots cannot signal to each other through locks, watches, shared memory, abstract "
    "sockets or standard error.",
    25: "A hostile folder makes nothing on the host and shows nothing of it; where namespaces are "
    "denied, bots are refused and not run without a sandbox.",
}
