-- On a developer's machine, and in tests: admins sign in with a password alone, and M-Pesa is there, with the sandbox.
update private.settings set second_factor_required = false, prompts_are_on = true where true;
