import { Trans } from '@lingui/react/macro'
import type { Profile } from './queries'

/** What a profile is called; the main one needs no name. */
export function ProfileName({ profile }: { profile: Pick<Profile, 'name'> }) {
  return profile.name ?? <Trans>Main profile</Trans>
}
