/* Two processes that play ping-pong over pipes: the floor of a process switch.
   floor ROUNDS REQUEST REPLY   prints the seconds that the rounds took */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define LARGEST 4096

int main(int count, char **words)
{
    static char data[LARGEST];
    int there[2], back[2];
    struct timespec began, ended;

    if (count != 4 || pipe(there) || pipe(back))
        return 1;
    long rounds = atol(words[1]), request = atol(words[2]), reply = atol(words[3]);
    if (request > LARGEST || reply > LARGEST)
        return 1;
    pid_t child = fork();
    if (child < 0)
        return 1;
    if (child == 0) {
        close(there[1]);
        while (read(there[0], data, request) == request)
            if (write(back[1], data, reply) != reply)
                break;
        return 0;
    }
    close(there[0]);
    close(back[1]);
    clock_gettime(CLOCK_MONOTONIC, &began);
    for (long round = 0; round < rounds; round++)
        if (write(there[1], data, request) != request || read(back[0], data, reply) != reply)
            return 1;
    clock_gettime(CLOCK_MONOTONIC, &ended);
    close(there[1]);
    waitpid(child, NULL, 0);
    printf("%.9f\n", (ended.tv_sec - began.tv_sec) + (ended.tv_nsec - began.tv_nsec) / 1e9);
    return 0;
}
