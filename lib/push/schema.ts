import { z } from 'zod'
import { text } from '#lib/core/text.ts'

const base64url = (length: number) => text(length + 2).regex(new RegExp(`^[\\w-]{${length}}={0,2}$`))

const endpoint = text(1_000).regex(/^https?:\/\/[\x21-\x7e]+$/)

/**
 * A browser's PushSubscription as JSON. `endpoint` is the URL to send messages to, `p256dh` the browser's public key
 * (65 bytes), and `auth` a secret that only browser and shop know (16 bytes).
 */
export const subscription = z.object({
  endpoint,
  keys: z.object({ p256dh: base64url(87), auth: base64url(22) }),
})

export type BrowserSubscription = z.output<typeof subscription>

/**
 * Input of the call that turns on notices in a browser. `publicKey`: the shop's public key that the browser subscribed
 * with, if the browser tells it. `replaces`: endpoint of the browser's former subscription, if the browser itself has
 * replaced the former subscription by this one.
 */
export const pushSubscriptionInput = subscription.extend({
  publicKey: base64url(87).optional(),
  replaces: endpoint.optional(),
})

export const pushEndpointInput = z.object({ endpoint })

/** Whether the member gets notices in this browser. */
export const pushState = z.object({ on: z.boolean() })

/** The shop's public key for subscriptions (base64url). */
export const pushPublicKey = z.object({ publicKey: z.string() })
