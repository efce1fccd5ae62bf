import { expect, test } from 'vitest'
import { deviceName } from './device-name.ts'

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0'
const android = 'Mozilla/5.0 (Linux; Android 15; SM-S931N) AppleWebKit/537.36 (KHTML, like Gecko)'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.each([
  [`${windows} Safari/537.36`, 'Windows · Chrome'],
  [`${windows} Safari/537.36 Edg/140.0.0.0`, 'Windows · Edge'],
  [`${windows} Whale/4.30 Safari/537.36`, 'Windows · 웨일'],
  [`${android} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`, '안드로이드 · 삼성 인터넷'],
  [`${iphone} Version/18.5 Mobile/15E148 Safari/604.1`, '아이폰 · Safari'],
  [`${iphone} CriOS/140.0 Mobile/15E148 Safari/604.1`, '아이폰 · Chrome'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Linux · Firefox'],
  ['curl/8.5', '알 수 없는 기기'],
  ['', '알 수 없는 기기'],
])('%s', (userAgent, name) => expect(deviceName(userAgent)).toBe(name))
