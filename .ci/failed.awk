# Of what "go test -v" prints: what the tests that failed said, and what belongs to no
# test, such as a build that failed. A test that was cut off by a panic counts as failed.
/^=== (RUN|PAUSE|CONT|NAME) / { split($3, part, "/"); test = part[1]; next }
/^--- (PASS|SKIP): /          { delete said[$3]; test = ""; next }
/^--- FAIL: /                 { printf "%s%s\n", said[$3], $0; delete said[$3]; test = ""; next }
/^ +--- (PASS|SKIP): /        { next }
/^(ok|\?|PASS)/               { next }
/^FAIL/                       { for (t in said) printf "%s", said[t]; split("", said); test = ""; print; next }
test != ""                    { said[test] = said[test] $0 "\n"; next }
                              { print }
