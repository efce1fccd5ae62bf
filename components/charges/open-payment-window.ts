import type { StartedPayment } from '#lib/card-payments/schema.ts'
import { paymentPath } from './use-request-charge.ts'

/** PortOne's script for browsers. It is loaded only when a member opens the payment window. */
const SDK_URL = 'https://cdn.portone.io/v2/browser-sdk.js'

/** Hours for which a virtual account accepts the transfer. */
const ACCOUNT_HOURS = 72

interface PortoneSdk {
  requestPayment(request: object): Promise<{ readonly code?: string; readonly message?: string } | undefined>
}

const sdkOf = (): PortoneSdk | undefined => (window as { PortOne?: PortoneSdk }).PortOne

function loadSdk(): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = SDK_URL
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      reject(new Error('PortOne could not be loaded'))
    }
    document.head.append(script)
  })
}

const returnUrlOf = ({ paymentId, payMethod }: StartedPayment): string =>
  `${location.origin}${paymentPath(paymentId, payMethod)}`

/** Goes to `payUrl`, the payment page of a stand-in for PortOne. */
function goToStandIn(payUrl: string, startedPayment: StartedPayment): void {
  const { storeId, paymentId, point } = startedPayment
  const query = new URLSearchParams({
    storeId,
    paymentId,
    amount: String(point),
    redirectUrl: returnUrlOf(startedPayment),
  })
  location.assign(`${payUrl}?${query}`)
}

/**
 * Resolves when the browser comes back to this page from its back-forward cache. On a phone PortOne's script leaves the
 * page, and the promise of `requestPayment` never resolves if the member goes back.
 */
const waitForReturn = (): Promise<{ code: string }> =>
  new Promise((resolve) => {
    const handlePageShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      removeEventListener('pageshow', handlePageShow)
      resolve({ code: 'CAME_BACK' })
    }
    addEventListener('pageshow', handlePageShow)
  })

/**
 * Opens PortOne's window, in which the member pays; on a phone the browser leaves the page and comes back afterwards.
 * Resolves to false if the window was closed or failed, or if the member went back from it. True doesn't prove that the
 * member paid: the page asks the shop's server whether he did.
 * @throws Error PortOne can't be reached
 */
export async function openPaymentWindow(startedPayment: StartedPayment): Promise<boolean> {
  const { storeId, channelKey, paymentId, orderName, point, payMethod, payUrl } = startedPayment
  if (payUrl) {
    goToStandIn(payUrl, startedPayment)
    return true
  }
  if (!sdkOf()) await loadSdk()
  const paid = sdkOf()?.requestPayment({
    ...{ storeId, channelKey, paymentId, orderName, payMethod },
    totalAmount: point,
    currency: 'KRW',
    redirectUrl: returnUrlOf(startedPayment),
    ...(payMethod === 'VIRTUAL_ACCOUNT' && { virtualAccount: { accountExpiry: { validHours: ACCOUNT_HOURS } } }),
  })
  const answer = await Promise.race([paid, waitForReturn()])
  return answer?.code === undefined
}
