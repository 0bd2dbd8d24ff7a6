import { pages } from '../../shared/paths.ts'
import { shell } from '../../shared/texts/shell.ts'

export type NavItem = { to: string; name: string }

const home = { to: pages.home, name: shell.home }
const about = { to: pages.about, name: shell.about }
const services = { to: pages.services, name: shell.services }
const cars = { to: pages.cars, name: shell.cars }
const blog = { to: pages.blog, name: shell.blog }
const contacts = { to: pages.contacts, name: shell.contacts }

/** Links of the header, the menu, the dock and the row of links on a phone. */
export const mainNav: NavItem[] = [home, about, services, cars, blog, contacts]
