-- On a developer's machine, and in tests, admins sign in with a password alone.
update private.settings set second_factor_required = false;
