import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { QueryCard } from '../../../domain/QueryCard'
import { Card } from '../../../ui/Card'
import { ListRows } from '../../../ui/ListRow'
import { Page } from '../../../ui/Page'
import { EmptyState } from '../../../ui/States'
import { PresetRow } from './PresetRow'
import { type Preset, presetsQuery } from './presets'

type PresetsPageProps = {
  isArchive: boolean
  back: ReactNode
  /** Wraps a row in the link to its preset. */
  link: (preset: Preset, row: ReactNode) => ReactNode
  /** The link to the archive. */
  archive: ReactNode
  /** The link to the exchange, where a preset is made. */
  begin: ReactNode
}

/** /presets and /presets/archive: orders that the customer keeps to make again. */
export default function PresetsPage({ isArchive, back, link, archive, begin }: PresetsPageProps) {
  const asked = useQuery(presetsQuery(isArchive))
  return (
    <Page title={isArchive ? <Trans>Archived presets</Trans> : <Trans>Presets</Trans>} back={back} narrow>
      <QueryCard asked={asked} rows={3}>
        {(presets) => (
          <div className="grid gap-5">
            {presets.length > 0 ? (
              <ListRows>
                {presets.map((preset) => (
                  <div key={preset.id}>{link(preset, <PresetRow preset={preset} />)}</div>
                ))}
              </ListRows>
            ) : (
              <Card>
                {isArchive ? (
                  <EmptyState art="bookmark" title={<Trans>Nothing is archived</Trans>}>
                    <Trans>A preset that you archive comes here, with its orders.</Trans>
                  </EmptyState>
                ) : (
                  <EmptyState art="bookmark" title={<Trans>No presets yet</Trans>} action={begin}>
                    <Trans>
                      Enter an exchange, or open one that you have made, and choose “Keep as a preset”. Next time you
                      only confirm it.
                    </Trans>
                  </EmptyState>
                )}
              </Card>
            )}
            {isArchive ? null : archive}
          </div>
        )}
      </QueryCard>
    </Page>
  )
}
