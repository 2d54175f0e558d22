# Two threads take two locks in opposite orders; with an argument in the same one.
use threads;
use threads::shared;

my ($first, $second) :shared;

sub both {
    my ($one, $other) = @_;
    lock($$one);
    threads->yield();
    lock($$other);
}

my @order = @ARGV ? (\$first, \$second) : (\$second, \$first);
my $thread = threads->create(\&both, @order);
both(\$first, \$second);
$thread->join;
