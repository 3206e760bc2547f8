import { mount } from "svelte";
import Gallery from "./Gallery.svelte";
import "../styles/base.css";

const target = document.getElementById("app");
if (target === null) throw new Error("gallery.html has no place for the page");
mount(Gallery, { target });
