import { expect, test } from 'vitest'
import { createPopupCall, saveGuideCall } from '#lib/content/calls.ts'
import { guidePictures } from '#lib/content/queries.ts'
import { db } from '#lib/core/db.ts'
import { makeImage, onePixelImages } from '#lib/core/testing/images.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { send, signIn } from '#lib/web/testing/caller.ts'
import { assetCall, uploadAssetCall } from './calls.ts'
import { MAX_IMAGE_BYTES } from './schema.ts'

const manager = await signIn(await makeMember({ role: 'MANAGER' }), 'MANAGER')
const upload = (data: unknown) => send(uploadAssetCall, { headers: manager.headers, body: { data } })
const getAsset = (path: string, headers = {}) => send(assetCall, { path, headers })
const uploadAudits = () => db().rows("SELECT after FROM audit_entries WHERE action = 'asset.upload' ORDER BY id")

test('a picture is kept once under its hash, and served as what it is, for ever', async () => {
  const data = makeImage()
  const before = (await uploadAudits()).length
  const { status, json } = await upload(data)
  expect({ status, json }).toMatchObject({ status: 201, json: { contentType: 'image/png', width: 1, height: 1 } })
  expect((await upload(data)).json).toEqual(json)
  expect((await uploadAudits()).slice(before)).toEqual([{ after: json }])
  const served = await getAsset(json.imageUrl)
  expect(Buffer.from(data, 'base64').equals(served.body as Buffer)).toBe(true)
  expect(served.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  const known = await getAsset(json.imageUrl, { 'if-none-match': String(served.headers.etag) })
  expect({ status: known.status, body: known.body }).toEqual({ status: 304, body: '' })
})

test.each(Object.entries(onePixelImages))('%s is taken by its content', async (contentType, data) => {
  expect((await upload(data)).json.contentType).toBe(contentType)
})

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>').toString('base64')
test.each([
  svg,
  '',
  'not base64!',
  `${onePixelImages['image/png']}=`,
  `data:image/png;base64,${onePixelImages['image/png']}`,
  'PGh0bWw+',
])('%s is refused in Korean, and nothing is kept', async (data) => {
  const { status, json } = await upload(data)
  expect({ status, message: json.message }).toEqual({
    status: 400,
    message: 'PNG, JPEG, WebP, GIF 이미지만 올릴 수 있어요.',
  })
})

const imageOfBytes = (bytes: number) =>
  Buffer.concat([Buffer.from(onePixelImages['image/png'], 'base64'), Buffer.alloc(bytes)])
    .subarray(0, bytes)
    .toString('base64')

test('2 MiB are taken, a byte more is not', async () => {
  expect((await upload(imageOfBytes(MAX_IMAGE_BYTES))).status).toBe(201)
  const { status, json } = await upload(imageOfBytes(MAX_IMAGE_BYTES + 1))
  expect({ status, message: json.message }).toEqual({ status: 413, message: '이미지는 2MB까지 올릴 수 있어요.' })
})

test('a popup shows an uploaded picture, or one of https; no other address', async () => {
  const popup = (imageUrl: string) => send(createPopupCall, { headers: manager.headers, body: { imageUrl } })
  const { imageUrl } = (await upload(makeImage())).json
  for (const good of [imageUrl, 'https://img.example.com/a.png', '/popup-welcome.png'])
    expect((await popup(good)).status).toBe(201)
  for (const bad of [
    'javascript:alert(1)',
    'http://a.example/a.png',
    '//evil.example/a.png',
    '/logout',
    '/assets/../x',
    '',
  ])
    expect((await popup(bad)).json.issues, bad).toEqual([{ path: 'imageUrl', message: '이미지를 올려 주세요' }])
})

test('staff put their picture in the place of the guide’s, say what it says, and take it back', async () => {
  const save = (body: unknown) => send(saveGuideCall, { headers: manager.headers, body })
  const { imageUrl } = (await upload(makeImage())).json
  expect((await save({ desktop: imageUrl })).json.issues[0].path).toBe('text')
  const missing = `/assets/${'0'.repeat(64)}`
  expect((await save({ mobile: missing, text: '설명' })).json.issues).toEqual([
    { path: 'mobile', message: '올린 이미지만 쓸 수 있어요.' },
  ])
  const text = '주소를 복사해 붙여 넣으세요.'
  expect((await save({ desktop: imageUrl, text })).json).toEqual({ desktop: imageUrl, mobile: '', text })
  expect(await guidePictures()).toEqual({ desktop: { src: imageUrl, width: 1, height: 1 }, mobile: null, text })
  expect((await save({ desktop: '', seen: { desktop: '' } })).status).toBe(409)
  expect((await save({ desktop: '', text: '', seen: { desktop: imageUrl } })).json.desktop).toBe('')
})
