import { captureCampaign } from '../api/campaign'
import { takeOver } from '../api/handOver'
import { host } from '../host/adapter'
import { seldomWords } from '../i18n/load'
import { guardPages } from './hostGuard'

/**
 * What few visits do before the first page: it keeps the campaign of the address, lets only the host's pages load,
 * prepares the app for the application around it, and takes over the session of another device. A failure of one does
 * not stop the others. `words` is the load of the language, which errors need.
 */
export async function begin(words: Promise<unknown>): Promise<void> {
  if (/[?&](utm_|promo(code)?=|ref=)/.test(location.search)) await quietly(captureCampaign)
  await words
  await quietly(beginInHost)
  if (location.hash.startsWith('#handover=')) await quietly(() => takeOver(mayEnter))
}

async function mayEnter(email: string): Promise<boolean> {
  await seldomWords()
  return (await import('../features/account/mayEnter')).mayEnter(email)
}

const quietly = async (run: () => unknown) => {
  try {
    await run()
  } catch {
    // The page loads without it.
  }
}

async function beginInHost(): Promise<void> {
  guardPages(host.begins ?? 'display')
  switch (host.begins) {
    case 'frame':
      await seldomWords()
      return (await import('./frame/begin')).beginInFrame()
    case 'messenger':
      return beginInMessengerHost()
    case 'native':
      return (await import('./native/begin')).beginInNative()
  }
}

async function beginInMessengerHost(): Promise<void> {
  const [{ beginInMessenger }, { openOutside }, { followApp }] = await Promise.all([
    import('../api/beginInMessenger'),
    import('../host/messenger'),
    import('./messenger/follow'),
  ])
  host.outside = openOutside
  followApp()
  return beginInMessenger()
}
