/** A Korean noun with the particle that its last syllable asks for: 주문을, 메시지가. Written '을/를', after a consonant first. */
export function withParticle(noun: string, particles: '을/를' | '이/가'): string {
  const [closed, open] = particles.split('/')
  const hasFinal = (noun.charCodeAt(noun.length - 1) - 0xac00) % 28 > 0
  return noun + (hasFinal ? closed : open)
}
