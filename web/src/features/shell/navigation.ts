import { pages } from '../../shared/paths.ts'
import { shell } from '../../shared/texts/shell.ts'

export type NavItem = { to: string; name: string }

const home = { to: pages.home, name: shell.home }
const about = { to: pages.about, name: shell.about }
const services = { to: pages.services, name: shell.services }
const cars = { to: pages.cars, name: shell.cars }
const blog = { to: pages.blog, name: shell.blog }
const contacts = { to: pages.contacts, name: shell.contacts }

export const headerNav: NavItem[] = [home, about, services, cars, blog, contacts]
/** Links of the dock and of the simple mobile header. */
export const shortNav: NavItem[] = headerNav
