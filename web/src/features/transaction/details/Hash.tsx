import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { HashLink } from '../../../domain/HashLink'
import { catalogueQuery } from '../../../domain/queries'

type HashProps = {
  hash: string
  /** The payway of the transfer. */
  payway: string
  /** The displayed part of the hash. */
  children: ReactNode
}

/** A transfer's hash, linked to a block explorer if the network of its payway has one. */
export function Hash({ hash, payway, children }: HashProps) {
  const { t } = useLingui()
  const catalogue = useQuery(catalogueQuery)
  const network = catalogue.data?.payways.find((way) => way.code === payway)?.network
  return (
    <HashLink hash={hash} network={network} title={t`See it in an explorer of the network`}>
      {children}
    </HashLink>
  )
}
