# Formulas over the examples: FILE, the option, fairness, the formula.  Every template with propositions
# of each system in turn; `every` leaves out all but one of so many.
function put(file, option, fair, form, p, q) {
    gsub(/%p/, p, form)
    gsub(/%q/, q, form)
    if (n++ % every == 0)
        print file "\t" option "\t" fair "\t" form
}
function system_of(file, list,   a, k, i, j, t, c, l, f, b) {
    k = split(list, a, ";")
    c = split("AG %p;EF %p;AF %p;EG %p;AG EF %p;AG AF %p;EF AG %p;EG EF %p;AF AG %p;A[%p U %q];E[%p U %q];AG (%p -> AF %q);AG (%p -> EF %q);AG (%p -> A[%p U %q]);EF (%p && EG %p);E[!%p U (%p && !%q)]", t, ";")
    l = split("G %p;F %p;G F %p;F G %p;%p U %q;G (%p -> F %q);G (%p -> (%p U %q));F (%p && F %q);G F %p -> G F %q;(G F %p) || (F G %q)", f, ";")
    for (i = 1; i <= k; i++) {
        j = i % k + 1
        for (b = 1; b <= c; b++)
            put(file, "--ctl", "none", t[b], a[i], a[j])
        for (b = 1; b <= 2 * l; b++)
            put(file, "--ltl", b > l ? "weak" : "none", f[(b - 1) % l + 1], a[i], a[j])
    }
}
BEGIN {
    system_of("mutex_try", "P1@crit;!P2@spin;\"count(P1@crit) + count(P2@crit) == 0\"")
    system_of("mutex_lock", "P[0]@crit;!P@crit;P[1]@spin")
    system_of("channel", "In@done;!Out@done;\"asleep(In)\"")
    system_of("alternation_again", "In@done;!Out[0]@done;\"asleep(In)\"")
    system_of("rwlock", "!R@crit;W@crit;\"count(R@crit) > 1\"")
}
