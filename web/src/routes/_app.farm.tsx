import { createFileRoute } from '@tanstack/react-router'
import { lazyLater } from '../i18n/lazyLater'
import { seldomWords } from '../i18n/load'

const FarmPage = lazyLater(() => import('../features/farm/FarmPage'), seldomWords)

export const Route = createFileRoute('/_app/farm')({ component: FarmPage })
