/**
 * Sample programs that check whether a webhook request is from the shop and at most 5 minutes old
 * (docs/contract.md#webhooks). While a secret is being replaced, the header has two signatures, one for each secret;
 * one of them must match.
 */
export const webhookVerificationSamples: readonly { title: string; language: string; code: string }[] = [
  {
    title: '서명 확인 (Node.js)',
    language: 'javascript',
    code: `import { createHmac, timingSafeEqual } from 'node:crypto'

export function isFromShop(headers, rawBody, secret) {
  const timestamp = headers['x-timestamp'] ?? ''
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false
  const hex = createHmac('sha256', secret).update(timestamp + '.' + rawBody).digest('hex')
  const expected = Buffer.from('sha256=' + hex)
  // 서명 키를 바꾸는 동안에는 서명이 두 개예요.
  return (headers['x-signature'] ?? '').split(',').some((each) => {
    const given = Buffer.from(each.trim())
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}`,
  },
  {
    title: '서명 확인 (Python)',
    language: 'python',
    code: `import hashlib
import hmac
import time

def is_from_shop(headers, raw_body, secret):
    timestamp = headers.get('x-timestamp', '')
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > 300:
        return False
    message = timestamp.encode() + b'.' + raw_body
    expected = 'sha256=' + hmac.new(secret.encode(), message, hashlib.sha256).hexdigest()
    given = headers.get('x-signature', '').split(',')
    return any(hmac.compare_digest(each.strip().encode(), expected.encode()) for each in given)`,
  },
  {
    title: '서명 확인 (PHP)',
    language: 'php',
    code: `<?php
function is_from_shop(array $headers, string $rawBody, string $secret): bool {
    // getallheaders()가 주는 이름은 서버에 따라 대소문자가 달라요.
    $headers = array_change_key_case($headers);
    $timestamp = $headers['x-timestamp'] ?? '';
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > 300) {
        return false;
    }
    $expected = 'sha256=' . hash_hmac('sha256', $timestamp . '.' . $rawBody, $secret);
    foreach (explode(',', $headers['x-signature'] ?? '') as $given) {
        if (hash_equals($expected, trim($given))) {
            return true;
        }
    }
    return false;
}`,
  },
]
