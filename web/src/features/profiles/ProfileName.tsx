import { Trans } from '@lingui/react/macro'
import type { Profile } from './queries'

/** The name of a profile; the main one needs none. */
export function ProfileName({ profile }: { profile: Pick<Profile, 'name'> }) {
  return profile.name ?? <Trans>Main profile</Trans>
}
