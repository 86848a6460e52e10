-- What the triggers would have noted, counted at once.

select private.recount_sums();
