/**
 * Tells, when a reply comes late, whether the person has left the page on which they sent the request. A part of a
 * page that was unmounted while its page stays is not left: the person still waits for the reply.
 */
export function pageVisit() {
  let isOpen = false;
  let openedAt = '';
  return {
    /** Called when the page is mounted; returns the function to call when it is unmounted. */
    open: () => {
      isOpen = true;
      openedAt = window.location.pathname;
      return () => {
        isOpen = false;
      };
    },
    hasLeft: () => !isOpen && window.location.pathname !== openedAt,
  };
}
