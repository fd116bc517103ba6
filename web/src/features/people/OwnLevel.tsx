import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { limitsQuery } from './queries'
import { tierWord } from './words'

const FRESH_MS = 5 * 60_000

/** The customer's level in words, for the foot of the sidebar. */
export default function OwnLevel() {
  const { i18n } = useLingui()
  const tier = useQuery({ ...limitsQuery, staleTime: FRESH_MS }).data?.tier
  if (tier === undefined) return null
  const name = i18n._(tierWord(tier).name)
  return <Trans>Level: {name}</Trans>
}
