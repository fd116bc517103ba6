import { host } from '../../host/adapter'
import { addDevice } from './queries'

/** What the browser, or the native app, can do. `blocked`: the person, or the browser's settings, refused messages of this site. */
export type PushAbility = 'able' | 'blocked' | 'unable'

export function pushAbility(): PushAbility {
  if (host.push) return host.push.state() === 'denied' ? 'blocked' : 'able'
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'unable'
  return Notification.permission === 'denied' ? 'blocked' : 'able'
}

/** The address of this browser at its push service, if it is subscribed. */
export async function ownEndpoint(): Promise<string | undefined> {
  if (host.push) return host.push.endpoint()
  if (pushAbility() === 'unable') return undefined
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription())?.endpoint
}

/**
 * Asks for permission, subscribes this browser or native app and tells the server. Returns whether the person agreed.
 */
export async function subscribe(publicKey: string): Promise<boolean> {
  if (host.push) {
    const address = await host.push.subscribe(publicKey)
    if (address) await addDevice(address)
    return address !== undefined
  }
  if ((await Notification.requestPermission()) !== 'granted') return false
  const registration = await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) }
  const kept = await registration.pushManager.getSubscription()
  const subscription = kept ?? (await registration.pushManager.subscribe(options))
  const { endpoint, keys } = subscription.toJSON()
  await addDevice({ endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' })
  return true
}

/** Ends the subscription of this browser. */
export async function unsubscribe(): Promise<void> {
  if (host.push) return host.push.forget()
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

/** The bytes of a text in base64url. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0))
}
