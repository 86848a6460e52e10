-- The rate limits of a shop on a developer's machine: the largest, so that nobody meets one by hand or in a test.
update private.rate_limits set most = 1000000;
