/**
 * SQL condition: the issuer (Popbill or Barobill) may have received the document, or may be receiving it now.
 * `document` is an alias of receipt_documents. Once an OWNER has switched off or disconnected the issuer, the condition
 * is true only until `next_try_at`, because an attempt may still be under way. After that the shop asks the issuer
 * nothing about the document: staff look it up at the issuer and decide.
 */
export const isBeingSentSql = (
  document: string,
): string => `(${document}.attempts > 0 AND (${document}.next_try_at > now()
    OR EXISTS (SELECT FROM connections k WHERE k.kind = ${document}.connection AND k.issues_since IS NOT NULL)))`
