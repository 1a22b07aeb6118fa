<?php
// Runs pages on requests, each run in a process of its own, a few at a time. The first argument is the folder, the
// second the number of runs; `FOLDER/N.php` says which page the run N is of, and sets the request. What it writes
// goes to `FOLDER/N.out`, and `FOLDER/N.end` is there when a signal ended it, as one does when its time is over.
error_reporting(0);
ini_set('display_errors', '0');
ini_set('log_errors', '0');

function stringent_job(string $folder, int $count): string
{
    $open = [];
    for ($run = 0; $run < $count || $open; $run++) {
        if ($run < $count) {
            $child = pcntl_fork();
            if ($child === 0) {
                return stringent_child("$folder/$run");
            }
            $open[$child] = $run;
        }
        if (count($open) >= 6 || $run >= $count) {
            $ended = pcntl_wait($status);
            if (pcntl_wifsignaled($status)) {
                touch("$folder/{$open[$ended]}.end");
            }
            unset($open[$ended]);
        }
    }
    exit;
}

function stringent_child(string $run): string
{
    pcntl_alarm(5);
    static $out;
    fclose(STDOUT);
    // The lowest number that is free is that of the standard output, where php goes on to write.
    $out = fopen("$run.out", 'w');
    return require "$run.php";
}

include stringent_job($argv[1], (int) $argv[2]);
