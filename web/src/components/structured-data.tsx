/**
 * Data for search engines. It is never run as a script, so the security policy allows it. It stands in HTML that is
 * rendered beforehand, where React leaves it as it is: a browser has no use for it, nor for the code that makes it.
 */
export function StructuredData({ things }: { things: readonly object[] }) {
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      // A product's text may contain "</script>".
      dangerouslySetInnerHTML={{
        __html: import.meta.env.SSR ? JSON.stringify(things).replaceAll('<', '\\u003c') : '',
      }}
    />
  );
}
