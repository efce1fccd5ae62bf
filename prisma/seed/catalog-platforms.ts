import type { LinkTarget } from './catalog-table.ts'

export type PlatformSeed = {
  id: number
  text: string
  /** Name of the platform within its services' names, if it differs from `text`. */
  named?: string
  backgroundColor: string
  links: Partial<Record<LinkTarget, string>>
}

// Background colours are the brands' colours, darkened where white text would have a contrast below 3:1.
export const platforms: PlatformSeed[] = [
  {
    id: 1,
    text: '인스타그램',
    backgroundColor: '#d6249f',
    links: { profile: 'https://www.instagram.com/아이디', post: 'https://www.instagram.com/p/게시물코드' },
  },
  {
    id: 2,
    text: '유튜브',
    backgroundColor: '#e02020',
    links: { profile: 'https://www.youtube.com/@채널핸들', post: 'https://www.youtube.com/watch?v=영상코드' },
  },
  {
    id: 3,
    text: '페이스북',
    backgroundColor: '#1877f2',
    links: { profile: 'https://www.facebook.com/페이지이름', post: 'https://www.facebook.com/페이지이름/posts/번호' },
  },
  {
    id: 4,
    text: '틱톡',
    backgroundColor: '#111111',
    links: { profile: 'https://www.tiktok.com/@아이디', post: 'https://www.tiktok.com/@아이디/video/번호' },
  },
  {
    id: 5,
    text: 'X',
    named: 'X(트위터)',
    backgroundColor: '#222222',
    links: { profile: 'https://x.com/아이디', post: 'https://x.com/아이디/status/번호' },
  },
  {
    id: 6,
    text: '스레드',
    backgroundColor: '#000000',
    links: { profile: 'https://www.threads.com/@아이디', post: 'https://www.threads.com/@아이디/post/코드' },
  },
  {
    id: 7,
    text: '텔레그램',
    backgroundColor: '#1c86c4',
    links: { profile: 'https://t.me/채널이름', post: 'https://t.me/채널이름/번호' },
  },
  {
    id: 8,
    text: '네이버',
    backgroundColor: '#03943f',
    links: { profile: 'https://blog.naver.com/아이디', post: 'https://blog.naver.com/아이디/글번호' },
  },
  {
    id: 9,
    text: '카카오',
    backgroundColor: '#a67c00',
    links: { profile: 'https://pf.kakao.com/_채널코드', post: 'https://pf.kakao.com/_채널코드/글번호' },
  },
  {
    id: 10,
    text: '트위치',
    backgroundColor: '#7b3ff2',
    links: { profile: 'https://www.twitch.tv/아이디', post: 'https://www.twitch.tv/videos/번호' },
  },
  {
    id: 11,
    text: '디스코드',
    backgroundColor: '#5865f2',
    links: { profile: 'https://discord.gg/초대코드', post: 'https://discord.com/channels/서버/채널/메시지' },
  },
  {
    id: 12,
    text: '스포티파이',
    backgroundColor: '#158a43',
    links: { profile: 'https://open.spotify.com/artist/코드', post: 'https://open.spotify.com/track/코드' },
  },
  {
    id: 13,
    text: '사운드클라우드',
    backgroundColor: '#d94a00',
    links: { profile: 'https://soundcloud.com/아이디', post: 'https://soundcloud.com/아이디/곡이름' },
  },
  {
    id: 14,
    text: '링크드인',
    backgroundColor: '#0a66c2',
    links: { profile: 'https://www.linkedin.com/in/아이디', post: 'https://www.linkedin.com/posts/게시물코드' },
  },
  { id: 15, text: '웹사이트', backgroundColor: '#5b6472', links: { site: 'https://내사이트.kr/페이지' } },
]
