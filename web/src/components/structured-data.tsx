/** Data for search engines. It is never run as a script, so the security policy allows it. */
export function StructuredData({ things }: { things: readonly object[] }) {
  return (
    <script
      type="application/ld+json"
      // A product's text may contain "</script>".
      dangerouslySetInnerHTML={{ __html: JSON.stringify(things).replaceAll('<', '\\u003c') }}
    />
  );
}
