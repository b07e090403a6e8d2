"""granum yardstick -- Granum beside public referees, and random scenes beside invariants."""

import argparse
import os
import sys


def parser_of():
    parser = argparse.ArgumentParser(
        prog="granum yardstick", usage="granum yardstick [--quick|--full] [--only NAME] [-o FILE]\n"
        "       granum yardstick --random N [--seed S] [-o FOLDER]\n       granum yardstick --list",
        description="Compare results with referees that others wrote: recorded states, closed forms, "
        "published numbers. Prints one table and, if wanted, writes one page.")
    parser.add_argument("--list", action="store_true", help="print the referees")
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--quick", action="store_true", help="the referees that take minutes (default)")
    size.add_argument("--full", action="store_true", help="all referees")
    parser.add_argument("--only", metavar="NAME", action="append", default=[],
                        help="this referee alone; may be given again")
    parser.add_argument("--random", metavar="N", type=int,
                        help="run N random scenes and test what holds in each of them")
    parser.add_argument("--seed", metavar="S", type=int, default=1, help="of the random scenes; 1 by default")
    parser.add_argument("-o", "--output", metavar="PATH",
                        help="the page, NAME.html; of random scenes a folder for those that fail")
    parser.add_argument("--threads", metavar="N", type=int, default=1, help="of each run; 1 by default")
    return parser


def compare(options):
    from granum import yardstick
    from granum.yardstick import page
    from granum.yardstick.lammps import cases

    unknown = [name for name in options.only
               if not any(one.name.startswith(name) for one in yardstick.REFEREES)]
    if unknown:
        sys.exit("granum yardstick: there is no referee '%s'; the referees are %s"
                 % (unknown[0], ", ".join(one.name for one in yardstick.REFEREES)))
    rows = []
    print(page.heading())
    for row in yardstick.judged(options.only, options.full or bool(options.only) and not options.quick, options.threads):
        rows.append(row)
        print(page.line(row), flush=True)
    print("\n".join(page.summary(rows)))
    wrong = sum(not yardstick.holds(row) for row in rows)
    print("%d numbers, %d beyond their bounds" % (len(rows), wrong))
    if options.output:
        absent = sorted(cases()["absent"].items()) if any(r.referee == "lammps" for r in rows) else ()
        with open(options.output, "w") as file:
            file.write(page.page(rows, absent))
        print("page: %s" % options.output)
    return int(bool(wrong) or not rows)


def main():
    options = parser_of().parse_args()
    if options.list:
        from granum.yardstick import REFEREES

        for one in REFEREES:
            print("  %-12s %s%s" % (one.name, one.sentence, "; --full" if one.full else ""))
        return 0
    if options.random is not None:
        from granum.yardstick.chance import trial

        return trial(options.random, options.seed, options.output)
    return compare(options)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
