/** What the shop on this machine knows the M-Pesa sandbox by. */
export const localMpesa = {
  shortcode: '174379',
  passkey: 'local-passkey',
  key: 'local-key',
  secret: 'local-secret',
};
