declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  type Parameters = {
    version: 'aes128gcm'
    /** Public key of the browser, 65 bytes. */
    dh: Buffer
    /** Key pair of this one message. */
    privateKey: ECDH
    authSecret: Buffer
    /** Bytes of padding. */
    pad: number
  }

  const encryptedContentEncoding: { encrypt(content: Buffer, parameters: Parameters): Buffer }
  export default encryptedContentEncoding
}
