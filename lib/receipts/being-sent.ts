/**
 * SQL condition: a connected service may have got the document (alias `document` of receipt_documents), or may be
 * getting it now. False once an OWNER has switched the service off or disconnected it: nobody asks it about the
 * document any more, so staff decide, who can look at the service itself. An attempt that had begun before may still be
 * under way until the time of the next one.
 */
export const isBeingSentSql = (
  document: string,
): string => `(${document}.attempts > 0 AND (${document}.next_try_at > now()
    OR EXISTS (SELECT FROM connections k WHERE k.kind = ${document}.connection AND k.issues_since IS NOT NULL)))`
