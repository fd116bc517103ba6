import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { ApiError } from '../../api/problem'
import type { Hello } from '../../host/native/contract'
import { router } from '../../router'
import { notify } from '../../ui/toast'
import { stopPages } from '../hostGuard'

type Release = { update: 'none' | 'offered' | 'required'; minimum?: string; newest?: string; store_url?: string }

/** Asks the server whether this version still works. Without an answer the app goes on. */
export async function checkRelease({ platform, version }: Pick<Hello, 'platform' | 'version'>): Promise<void> {
  const answer = await fetch(`/api/mobile/v1/release?${new URLSearchParams({ platform, version })}`)
  if (!answer.ok) return
  const { update, ...meta } = (await answer.json()) as Release
  if (update === 'offered') notify.info(i18n._(msg`A newer version of the app is in the store.`))
  if (update !== 'required') return
  stopPages(new ApiError('UPDATE_REQUIRED', 426, { meta }))
  await router.invalidate()
}
