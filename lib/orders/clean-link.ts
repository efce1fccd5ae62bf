type Shape = { hosts: RegExp; handle?: (name: string) => string }

/** Platform id (decisions 7) to the hosts its links have and, where a bare handle names a profile, its address. */
const shapes: Record<number, Shape> = {
  1: { hosts: /(^|\.)(instagram\.com|instagr\.am)$/, handle: (name) => `https://www.instagram.com/${name}/` },
  2: { hosts: /(^|\.)(youtube\.com|youtu\.be)$/, handle: (name) => `https://www.youtube.com/@${name}` },
  3: { hosts: /(^|\.)(facebook\.com|fb\.com|fb\.watch)$/, handle: (name) => `https://www.facebook.com/${name}` },
  4: { hosts: /(^|\.)tiktok\.com$/, handle: (name) => `https://www.tiktok.com/@${name}` },
  5: { hosts: /(^|\.)(x\.com|twitter\.com)$/, handle: (name) => `https://x.com/${name}` },
  6: { hosts: /(^|\.)threads\.(net|com)$/, handle: (name) => `https://www.threads.net/@${name}` },
  7: { hosts: /(^|\.)(t\.me|telegram\.me)$/, handle: (name) => `https://t.me/${name}` },
  8: { hosts: /(^|\.)naver\.(com|me)$/ },
  9: { hosts: /(^|\.)kakao\.com$/ },
  10: { hosts: /(^|\.)twitch\.tv$/, handle: (name) => `https://www.twitch.tv/${name}` },
  11: { hosts: /(^|\.)discord\.(gg|com)$/ },
  12: { hosts: /(^|\.)spotify\.com$/ },
  13: { hosts: /(^|\.)soundcloud\.com$/, handle: (name) => `https://soundcloud.com/${name}` },
  14: { hosts: /(^|\.)linkedin\.com$/, handle: (name) => `https://www.linkedin.com/in/${name}` },
  15: { hosts: /./ },
}

const HANDLE = /^@?([A-Za-z0-9._-]{1,60})$/
const tracking = /^(utm_\w+|igsh|igshid|fbclid|gclid|si|feature|_r|_t|share_\w+)$/

function parseAddress(link: string): URL | null {
  const full = /^https?:\/\//i.test(link) ? link : `https://${link}`
  if (/\s/.test(link) || !URL.canParse(full)) return null
  const url = new URL(full)
  return url.username || url.password ? null : url
}

/**
 * The https link on the service's platform that a member's text means: an address without its tracking, or the profile
 * of a bare handle. Null when none can be made (decisions 6).
 */
export function cleanLink(link: string, platformId: number): string | null {
  const shape = shapes[platformId]
  if (!shape) return null
  const url = parseAddress(link)
  if (url?.hostname.includes('.') && shape.hosts.test(url.hostname)) {
    url.protocol = 'https:'
    url.hash = ''
    for (const name of [...url.searchParams.keys()]) if (tracking.test(name)) url.searchParams.delete(name)
    return url.href
  }
  const handle = HANDLE.exec(link)?.[1]
  return (handle && shape.handle?.(handle)) || null
}
