/**
 * SQL condition: a connected service may have received the document (alias `document` of receipt_documents), or may be
 * receiving it now. Once an OWNER has switched off or disconnected the service, the condition is true only until
 * `next_try_at`, because an attempt may still be under way. After that the shop asks the service nothing about the
 * document: staff look at the service themselves and decide.
 */
export const isBeingSentSql = (
  document: string,
): string => `(${document}.attempts > 0 AND (${document}.next_try_at > now()
    OR EXISTS (SELECT FROM connections k WHERE k.kind = ${document}.connection AND k.issues_since IS NOT NULL)))`
