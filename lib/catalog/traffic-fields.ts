/** The details of an order of the type Web Traffic, with their Korean texts. Browser code may import this file. */
import { type ChoiceField, type LineField, webAddressPattern } from './detail-fields.ts'

/** Matches any text that isn't empty. */
const anyText = /./u

export const countryField: LineField = {
  name: 'country',
  kind: 'line',
  form: /^[a-z][a-z .,'()-]*$/i,
  maxLength: 60,
  label: '국가',
  hint: 'KR처럼 두 글자 코드나 영어 이름으로 적어 주세요.',
  missing: '국가를 입력해 주세요.',
  wrong: '국가는 KR처럼 두 글자 코드나 영어 이름으로 입력해 주세요.',
}

export const deviceField: ChoiceField = {
  name: 'device',
  kind: 'choice',
  choices: [
    { value: 1, label: 'PC' },
    { value: 2, label: '안드로이드' },
    { value: 3, label: '아이폰' },
    { value: 4, label: '모바일 섞어서' },
    { value: 5, label: 'PC와 모바일 섞어서' },
  ],
  label: '기기',
  hint: '',
  missing: '기기를 골라 주세요.',
  wrong: '기기를 1에서 5 사이의 번호로 골라 주세요.',
}

export const typeOfTrafficField: ChoiceField = {
  name: 'typeOfTraffic',
  kind: 'choice',
  choices: [
    { value: 1, label: '구글 검색' },
    { value: 2, label: '지정한 사이트에서' },
    { value: 3, label: '직접 방문' },
  ],
  label: '유입 경로',
  hint: '',
  missing: '유입 경로를 골라 주세요.',
  wrong: '유입 경로를 1에서 3 사이의 번호로 골라 주세요.',
}

export const googleKeywordField: LineField = {
  name: 'googleKeyword',
  kind: 'line',
  form: anyText,
  maxLength: 200,
  when: { name: 'typeOfTraffic', is: 1 },
  label: '검색어',
  hint: '구글에서 이 말로 찾아 들어와요.',
  missing: '검색어를 입력해 주세요.',
  wrong: '검색어에 쓸 수 없는 글자가 있어요.',
}

export const referringUrlField: LineField = {
  name: 'referringUrl',
  kind: 'line',
  form: webAddressPattern,
  maxLength: 2_000,
  when: { name: 'typeOfTraffic', is: 2 },
  label: '유입 사이트 주소',
  hint: '이 주소에서 들어온 방문으로 보여요.',
  missing: '유입 사이트 주소를 입력해 주세요.',
  wrong: '유입 사이트 주소를 올바르게 입력해 주세요.',
}
